const list = (words: string) => words.trim().split(/\s+/)

/** Types of schema.org that name a company, an office or a place of business; subtypes of Organization and LocalBusiness. */
export const organisationTypes: ReadonlySet<string> = new Set(
  list(`
  Organization Airline Consortium Cooperative Corporation EducationalOrganization CollegeOrUniversity
  ElementarySchool HighSchool MiddleSchool Preschool School FundingScheme FundingAgency GovernmentOrganization
  LibrarySystem LocalBusiness MedicalOrganization NewsMediaOrganization NGO OnlineBusiness OnlineStore
  OnlineMarketplace PerformingGroup DanceGroup MusicGroup TheaterGroup PoliticalParty Project ResearchOrganization
  ResearchProject SearchRescueOrganization SportsOrganization SportsTeam WorkersUnion
  AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair
  AutoWash GasStation MotorcycleDealer MotorcycleRepair ChildCare Dentist DryCleaningOrLaundry EmergencyService
  FireStation Hospital PoliceStation EmploymentAgency EntertainmentBusiness AdultEntertainment AmusementPark ArtGallery
  Casino ComedyClub MovieTheater NightClub FinancialService AccountingService AutomatedTeller BankOrCreditUnion
  InsuranceAgency FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop
  Restaurant Winery GovernmentOffice PostOffice HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub
  NailSalon TattooParlor HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith
  MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney Notary Library LodgingBusiness
  BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort VacationRental MedicalBusiness CommunityHealth
  Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic Midwifery Nursing Obstetric Oncologic
  Optician Optometric Otolaryngologic Pediatric Pharmacy Physician IndividualPhysician PhysiciansOffice Physiotherapy
  PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth DiagnosticLab VeterinaryCare CovidTestingFacility
  ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation
  BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SportsClub StadiumOrArena TennisComplex Store BikeStore
  BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore
  GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore
  MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore
  SportingGoodsStore TireShop ToyStore WholesaleStore TelevisionStation TouristInformationCenter TravelAgency
  Museum Zoo Aquarium Church CatholicChurch Mosque Synagogue HinduTemple BuddhistTemple EventVenue PerformingArtsTheater
  HousingAssociation MusicVenue
`),
)
